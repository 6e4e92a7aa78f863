package kitchen

class Recipe(val title: String, val portions: Int, val minutes: Int) {
    fun scaledTo(guests: Int): Recipe {
        val factor = (guests + portions - 1) / portions
        return Recipe(title, portions * factor, minutes)
    }
}

fun soup() = Recipe("Leek and potato soup", portions = "four", minutes = 40)
