//! Functions that apps override in Kotlin and others call with null, by their names and parameters. Data.

/// One such function.
pub struct Callback {
    /// Names of the function.
    pub methods: &'static [&'static str],
    /// Beginnings of parameters; none: of any.
    pub parameters: &'static [&'static str],
    /// When null comes, as the end of a sentence.
    pub when: &'static str,
    /// What to do, most useful first.
    pub fixes: &'static [&'static str],
}

/// The first whose function and parameter fit counts.
pub const CALLBACKS: &[Callback] = &[
    Callback {
        methods: &["onActivityResult"],
        parameters: &["data", "intent", "p2", "i"],
        when: "the result comes without an intent when the user cancelled (`result=0`), and from apps that give no data",
        fixes: &[
            "Declare it nullable in the override, `override fun onActivityResult(requestCode: Int, resultCode: Int, data: Intent?)`, and use it only if `resultCode == RESULT_OK && data != null`.",
            "If the override is a library's or plugin's, update that; new code takes results by `registerForActivityResult`.",
        ],
    },
    Callback {
        methods: &["onStartCommand", "onStart", "onHandleIntent"],
        parameters: &[],
        when: "Android starts a sticky service again after its process was killed, and has no intent then",
        fixes: &[
            "Declare it nullable, `override fun onStartCommand(intent: Intent?, flags: Int, startId: Int): Int`, and treat null as a restart; or return `START_NOT_STICKY` or `START_REDELIVER_INTENT`.",
        ],
    },
    Callback {
        methods: &["onFling", "onScroll", "onDown", "onLongPress", "onSingleTapUp"],
        parameters: &["e1", "e", "p0", "motionEvent", "ev", "event"],
        when: "the first event of a gesture is null when its touch began elsewhere (another view or window took the `ACTION_DOWN`)",
        fixes: &[
            "Declare it nullable, `override fun onFling(e1: MotionEvent?, e2: MotionEvent, velocityX: Float, velocityY: Float): Boolean` (compileSdk 33 and later ask for just that), and return false without it.",
        ],
    },
    Callback {
        methods: &[
            "onCreate",
            "onCreateView",
            "onViewCreated",
            "onActivityCreated",
            "onRestoreInstanceState",
            "onViewStateRestored",
            "onPostCreate",
        ],
        parameters: &["savedInstanceState", "bundle", "state", "p0", "p1", "p2", "container", "root", "viewGroup"],
        when: "there is no saved state at the first start, and no container for a fragment without view or a dialog",
        fixes: &["Declare it nullable in the override (`savedInstanceState: Bundle?`, `container: ViewGroup?`)."],
    },
    Callback {
        methods: &["onEditorAction"],
        parameters: &["event", "keyEvent", "p2"],
        when: "the event is null when the action comes from the soft keyboard",
        fixes: &["Declare it nullable, `event: KeyEvent?`, and decide by `actionId`."],
    },
    Callback {
        methods: &["onFocusChanged"],
        parameters: &["previouslyFocusedRect", "p2", "rect"],
        when: "the rectangle is null when the focus comes from no view",
        fixes: &["Declare it nullable, `previouslyFocusedRect: Rect?`."],
    },
    Callback {
        methods: &["getView", "getDropDownView", "getGroupView", "getChildView"],
        parameters: &["convertView", "view", "p1", "p2", "p3", "parent", "viewGroup"],
        when: "there is no view to use again for the first rows, and no parent where somebody only measures a row",
        fixes: &[
            "Declare them nullable, `convertView: View?`, `parent: ViewGroup?`, and inflate a view where there is none.",
        ],
    },
    Callback {
        methods: &["onItemSelected", "onNothingSelected"],
        parameters: &["view", "p1", "parent", "p0", "adapterView"],
        when: "the selected item's view is null when the list or spinner was laid out anew meanwhile, as after a rotation",
        fixes: &["Declare it nullable, `view: View?`, and take the item by its position instead."],
    },
    Callback {
        methods: &["onPageStarted", "onReceivedIcon"],
        parameters: &["favicon", "p2", "icon"],
        when: "the WebView has no icon of that page yet",
        fixes: &["Declare it nullable, `favicon: Bitmap?`."],
    },
    Callback {
        methods: &["onSharedPreferenceChanged"],
        parameters: &["key", "p1", "s"],
        when: "from Android 11 on the key is null when all preferences were cleared (`clear()`)",
        fixes: &["Declare it nullable, `key: String?`, and read all settings again where it is null."],
    },
    Callback {
        methods: &["onReceive", "onNewIntent", "onTaskRemoved", "onBind", "onUnbind", "onRebind"],
        parameters: &["intent", "rootIntent", "p0", "p1"],
        when: "whoever calls it may have no intent (the code itself, a test, an alarm, a task that is removed)",
        fixes: &["Declare it nullable, `intent: Intent?`, and leave where it is null."],
    },
    Callback {
        methods: &[
            "onAnimationStart",
            "onAnimationEnd",
            "onAnimationRepeat",
            "onAnimationCancel",
            "onQueryTextChange",
            "onQueryTextSubmit",
            "onCodeAutoRetrievalTimeOut",
            "onReceivedError",
            "onReceivedHttpError",
            "onReceivedSslError",
            "onConsoleMessage",
            "shouldOverrideUrlLoading",
            "onServiceConnected",
            "onTextChanged",
            "afterTextChanged",
            "beforeTextChanged",
            "onClick",
            "onTabSelected",
            "onTabReselected",
            "onPrepared",
            "onSurfaceTextureAvailable",
        ],
        parameters: &[],
        when: "Java code calls it, whose types say nothing of null",
        fixes: &["Declare the parameter nullable in your override (`{symbol}: T?`), and leave where it is null."],
    },
];
