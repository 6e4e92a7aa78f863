package shop;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class BasketTest {
    @Test
    public void emptyBasketCostsNothing() {
        assertEquals(0, new Basket().total());
    }

    @Test
    public void thirdArticleIsFree() {
        Basket basket = new Basket();
        basket.put(250);
        basket.put(120);
        basket.put(80);
        assertEquals(370, basket.total());
    }
}
