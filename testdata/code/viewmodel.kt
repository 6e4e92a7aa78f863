package com.example.feature1.ui

import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewModelScope
import com.example.feature1.domain.BasketOutcome
import com.example.feature1.domain.ChangeBasket
import com.example.feature1.model.Basket
import com.example.feature1.model.BasketId
import com.example.feature2.model.Article
import dagger.hilt.android.lifecycle.HiltViewModel
import javax.inject.Inject
import kotlinx.coroutines.Job
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.asStateFlow
import kotlinx.coroutines.flow.update
import kotlinx.coroutines.launch

/** What is shown of a [Basket]. */
data class BasketState(
    val basket: Basket? = null,
    val isLoading: Boolean = false,
    val message: String? = null,
)

@HiltViewModel
class BasketViewModel @Inject constructor(
    private val change: ChangeBasket,
) : ViewModel() {
    private val mutableState = MutableStateFlow(BasketState())
    private var running: Job? = null

    /** For the screen. */
    val state: StateFlow<BasketState> = mutableState.asStateFlow()

    fun addArticles(id: BasketId, articles: List<Article>) {
        running?.cancel()
        running = viewModelScope.launch {
            mutableState.update { it.copy(isLoading = true) }
            when (val outcome = change(id, articles)) {
                is BasketOutcome.Done -> showBasket(outcome.value)
                is BasketOutcome.Failed -> showMessage(outcome.reason)
                BasketOutcome.Nothing -> Unit
            }
        }
    }

    fun lightenBasket(id: BasketId, most: Double = 12.5) {
        viewModelScope.launch {
            val outcome = change.lighten(id, most)
            if (outcome is BasketOutcome.Failed) showMessage(outcome.reason)
        }
    }

    private fun showBasket(basket: Basket) = mutableState.update { BasketState(basket = basket) }

    private fun showMessage(text: String) {
        mutableState.update { state -> state.copy(isLoading = false, message = text.take(80)) }
    }
    // more
}
