//! Files of Android, Compose, Kotlin and Flutter by their names alone: consoles and people leave packages out.

/// File names, and the package that their frames are of.
const FILES: &[(&[&str], &str)] = &[
    (
        &[
            "AndroidComposeView.android.kt",
            "DelegatableNode.kt",
            "InlineClassHelper.kt",
            "LayoutModifierNodeCoordinator.kt",
            "LayoutNode.kt",
            "LayoutNodeLayoutDelegate.kt",
            "MeasureAndLayoutDelegate.kt",
            "NodeCoordinator.kt",
            "OwnerSnapshotObserver.kt",
            "SubcomposeLayout.kt",
        ],
        "androidx.compose.ui",
    ),
    (
        &[
            "Box.kt",
            "Column.kt",
            "FlowLayout.kt",
            "Intrinsic.kt",
            "Padding.kt",
            "Row.kt",
            "RowColumnImpl.kt",
            "Size.kt",
        ],
        "androidx.compose.foundation.layout",
    ),
    (
        &[
            "LazyDsl.kt",
            "LazyLayout.kt",
            "LazyList.kt",
            "LazyListMeasure.kt",
            "LazyLayoutItemContentFactory.kt",
            "Pager.kt",
            "Scrollable.kt",
        ],
        "androidx.compose.foundation",
    ),
    (
        &[
            "Composer.kt",
            "ComposableLambda.jvm.kt",
            "Composition.kt",
            "Recomposer.kt",
            "Snapshot.kt",
            "SnapshotState.kt",
        ],
        "androidx.compose.runtime",
    ),
    (
        &["BuildersKt.kt", "ContinuationImpl.kt", "CoroutineScheduler.kt", "DispatchedTask.kt", "EventLoop.common.kt"],
        "kotlinx.coroutines",
    ),
    (
        &[
            "Activity.java",
            "ActivityThread.java",
            "Binder.java",
            "Choreographer.java",
            "ClientTransaction.java",
            "Handler.java",
            "Instrumentation.java",
            "LayoutInflater.java",
            "Looper.java",
            "MessageQueue.java",
            "RuntimeInit.java",
            "TextView.java",
            "TransactionExecutor.java",
            "View.java",
            "ViewGroup.java",
            "ViewRootImpl.java",
            "ZygoteInit.java",
        ],
        "android.os",
    ),
    (
        &["ArrayList.java", "HashMap.java", "Method.java", "Thread.java", "ThreadPoolExecutor.java", "FutureTask.java"],
        "java.util",
    ),
    (&["KotlinExtensions.kt", "OkHttpCall.java"], "retrofit2"),
    (
        &[
            "async_patch.dart",
            "basic.dart",
            "binding.dart",
            "change_notifier.dart",
            "framework.dart",
            "future_impl.dart",
            "gesture_detector.dart",
            "image_provider.dart",
            "image_stream.dart",
            "ink_well.dart",
            "io_client.dart",
            "message_codecs.dart",
            "method_channel.dart",
            "navigator.dart",
            "object.dart",
            "overlay.dart",
            "platform_channel.dart",
            "proxy_box.dart",
            "recognizer.dart",
            "routes.dart",
            "sliver_multi_box_adaptor.dart",
            "ticker.dart",
            "zone.dart",
        ],
        "io.flutter",
    ),
    (&["RealCall.kt", "RealInterceptorChain.kt"], "okhttp3.internal"),
    (
        &[
            "AndroidAssertions.android.kt",
            "AndroidComposeTestRule.android.kt",
            "AndroidImageHelpers.android.kt",
            "ComposeRootRegistry.android.kt",
            "ComposeUiTest.android.kt",
            "ComposeUiTest.kt",
            "SemanticsNodeInteraction.kt",
            "TestOwner.kt",
            "TouchInjectionScope.kt",
        ],
        "androidx.compose.ui.test",
    ),
    (
        &["DefaultFailureHandler.java", "UiControllerImpl.java", "ViewAssertions.java", "ViewInteraction.java"],
        "androidx.test.espresso",
    ),
    (&["FrameworkMethod.java", "ParentRunner.java", "ReflectiveCallable.java", "RunRules.java"], "org.junit"),
];

/// A class with the package that its file is known to be of; as it is, where it has a package or none is known.
pub fn with_package(class: String, file: Option<&str>) -> String {
    if class.contains('.') {
        return class;
    }
    let package = file.and_then(|file| FILES.iter().find(|(files, _)| files.contains(&file)));
    package.map_or(class.clone(), |(_, package)| format!("{package}.{class}"))
}

/// The class without its package.
pub fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}
