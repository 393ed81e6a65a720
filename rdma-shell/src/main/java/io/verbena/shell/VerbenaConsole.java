package io.verbena.shell;

import io.verbena.shell.command.DeviceNames;
import io.verbena.shell.command.VerbenaCommand;
import io.verbena.shell.console.CommandSet;
import java.io.PrintWriter;
import java.util.List;
import org.springframework.boot.ApplicationArguments;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** What the console of Verbena is made of beside the console itself: the commands. */
@Configuration(proxyBeanMethods = false)
class VerbenaConsole {
    @Bean
    CommandSet commands(ApplicationArguments arguments) {
        return new CommandSet() {
            @Override
            public CommandLine commandLine(PrintWriter out, PrintWriter err) {
                return VerbenaCommand.commandLineWithin(arguments.getSourceArgs())
                        .setOut(out)
                        .setErr(err);
            }

            @Override
            public List<String> candidates(ArgSpec argument) {
                return DeviceNames.isAskedFor(argument) ? DeviceNames.of(arguments.getSourceArgs()) : List.of();
            }
        };
    }
}
