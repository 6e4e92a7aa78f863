package post;

public final class Postcard {
    final String greeting = "Wish you were here";
}
