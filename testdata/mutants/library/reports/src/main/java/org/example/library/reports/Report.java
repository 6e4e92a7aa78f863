package org.example.library.reports;

import java.util.List;

public interface Report {
    String name();

    List<String> lines();
}
