package org.example.library.reports;

import org.apache.commons.lang3.StringUtils;

public final class Csv {
    public static final char SEPARATOR = ';';

    private Csv() {
    }

    public static String line(Object... cells) {
        return StringUtils.join(cells, SEPARATOR);
    }

    @Deprecated
    public static String row(String text) {
        return text + SEPARATOR;
    }
}
