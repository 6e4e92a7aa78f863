package org.example.library.desk;

import java.time.LocalDate;
import org.example.library.lending.DailyFee;
import org.example.library.lending.FreeForStaff;
import org.example.library.lending.Lending;
import org.example.library.model.Book;
import org.example.library.model.Isbn;
import org.example.library.model.Member;
import org.example.library.model.MemberKind;
import org.example.library.reports.Overdue;

public class Desk {
    public static void main(String[] args) {
        Lending lending = new Lending(new FreeForStaff(new DailyFee()));
        Member member = new Member("Ada", MemberKind.ADULT);
        Book book = new Book(Isbn.parse("9780306406157"), "Salt", "Moreau", 214);
        LocalDate today = LocalDate.now();
        lending.lend(book, member, today);
        new Screen(System.out).show(new Overdue(lending, today.plusDays(30)));
    }
}
