
    /**
     * The value of step 7 for this [name]; counted from the longest word down.
     *
     * @return nothing where no word is long enough
     */
    fun step7(name: String, words: Map<String, List<Int>>, least: Int = 3): Int? {
        val longest = words.keys.filter { it.length >= least }.maxByOrNull { it.length } ?: return null
        var sum = 0
        words[longest].orEmpty().forEachIndexed { index, value ->
            sum += if (index % 2 == 0) value else -value
        }
        return when {
            sum > 7_000 -> 7_000
            name.startsWith("basket") && sum < 0 -> sum.coerceAtLeast(-7)
            else -> sum.takeIf { it != 0 }
        }
    }
