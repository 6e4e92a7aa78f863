package post;

import java.time.LocalDate;

public class Stamp {
    public String today() {
        LocalDate day = LocalDate.now().format("yyyy.MM.dd");
        return day.toString();
    }
}
