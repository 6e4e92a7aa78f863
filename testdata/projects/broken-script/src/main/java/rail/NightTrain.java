package rail;

public final class NightTrain {
    public static void main(String[] args) {
        System.out.println("Departs 22:41, platform 7");
    }
}
