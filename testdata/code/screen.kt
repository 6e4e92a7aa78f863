package com.example.feature1.ui

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.Button
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.collectAsState
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.unit.dp
import com.example.feature1.model.Basket
import com.example.feature1.model.basketWeight
import com.example.feature2.model.Article

/** Shows one basket, or that there is none. */
@Composable
fun BasketScreen(viewModel: BasketViewModel, onArticle: (Article) -> Unit, modifier: Modifier = Modifier) {
    val state by viewModel.state.collectAsState()
    var expanded by remember { mutableStateOf(false) }
    Column(modifier = modifier.padding(16.dp)) {
        state.basket?.let { basket ->
            BasketHead(basket, expanded) { expanded = !expanded }
            if (expanded) {
                basket.articles.forEach { article -> ArticleRow(article, Modifier.padding(4.dp), onArticle) }
            }
        } ?: Text("There is no basket")
        state.message?.let { Text(text = it) }
        Button(onClick = { state.basket?.let { viewModel.lightenBasket(it.id, most = it.basketWeight() / 2) } }) {
            Text("Lighten")
        }
    }
}

@Composable
private fun BasketHead(basket: Basket, expanded: Boolean, onClick: () -> Unit) {
    val mark = if (expanded) "-" else "+"
    Button(onClick = onClick) {
        Text("$mark ${basket.title} (${basket.articles.size}, ${"%.2f".format(basket.basketTotal())})")
    }
}

/** One line of a list. */
@Composable
fun BasketRow(basket: Basket, modifier: Modifier = Modifier, onClick: (Basket) -> Unit = {}) {
    Button(onClick = { onClick(basket) }, modifier = modifier) {
        Text(text = basket.title.ifBlank { "Basket ${basket.id.value}" })
    }
}

private object BasketColors {
    val open = 0xFF336699
    val gone = 0xFF999999

    fun of(basket: Basket): Long = if (basket.kind.isFinal()) gone else open
    // more
}
