package org.example.tour.web;

final class Html {
    private Html() {
    }

    static String heading(String text) {
        return "<h1>" + escape(text) + "</h1>\n";
    }

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    @Deprecated
    static String bold(String text) {
        return "<b>" + text + "</b>";
    }
}
