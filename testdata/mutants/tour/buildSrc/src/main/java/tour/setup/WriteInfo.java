package tour.setup;

import java.io.IOException;
import java.nio.file.Files;
import org.gradle.api.DefaultTask;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.TaskAction;

public abstract class WriteInfo extends DefaultTask {
    @Input
    public abstract Property<String> getTitle();

    @OutputFile
    public abstract RegularFileProperty getTarget();

    @TaskAction
    void write() throws IOException {
        Files.writeString(getTarget().get().getAsFile().toPath(), getTitle().get() + " " + Versions.TOUR + "\n");
    }
}
