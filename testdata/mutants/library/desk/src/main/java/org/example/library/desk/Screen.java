package org.example.library.desk;

import java.io.PrintStream;
import org.example.library.reports.Labels;
import org.example.library.reports.Report;

class Screen {
    private final PrintStream out;

    Screen(PrintStream out) {
        this.out = out;
    }

    void show(Report report) {
        out.println("== " + report.name());
        report.lines().forEach(out::println);
        out.println(new Labels().hint());
    }
}
