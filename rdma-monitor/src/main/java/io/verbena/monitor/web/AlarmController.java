package io.verbena.monitor.web;

import io.verbena.monitor.alarm.Alarm;
import io.verbena.monitor.alarm.AlarmBook;
import io.verbena.monitor.alarm.AlarmJournal;
import io.verbena.monitor.alarm.AlarmJournal.Transition;
import io.verbena.monitor.alarm.MaintenanceWindow;
import io.verbena.monitor.alarm.SweepJudge;
import io.verbena.monitor.query.TimeRange;
import io.verbena.monitor.rule.AlarmRule;
import java.security.Principal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Serves alarms and rules, and changes the state of alarms. Nothing here changes the fabric. */
@RestController
class AlarmController {
    private static final int MAX_NOTE = 1000;
    private static final Duration DAY = Duration.ofDays(1);

    private final AlarmBook alarms;
    private final AlarmJournal journal;
    private final SweepJudge judge;
    private final RequestDefaults defaults;
    private final Clock clock;

    AlarmController(AlarmBook alarms, AlarmJournal journal, SweepJudge judge, RequestDefaults defaults, Clock clock) {
        this.alarms = alarms;
        this.journal = journal;
        this.judge = judge;
        this.defaults = defaults;
        this.clock = clock;
    }

    /**
     * The body of a request that changes an alarm.
     *
     * @param note a note, at most 1000 characters
     */
    record Note(@Nullable String note) {
        String text() {
            String text = note == null ? "" : note;
            if (text.length() > MAX_NOTE) {
                throw new IllegalArgumentException(
                        "the note has " + text.length() + " characters; at most " + MAX_NOTE + " are kept");
            }
            return text;
        }
    }

    /**
     * The body of a request for a maintenance window.
     *
     * @param pattern a node GUID, or a pattern for names of nodes
     * @param from the begin; now if it is null
     * @param until the end
     * @param reason the reason
     */
    record WindowRequest(
            String pattern,
            @Nullable Instant from,
            Instant until,
            @Nullable String reason) {}

    @GetMapping("/api/alarms")
    List<Alarm> alarms() {
        return alarms.active();
    }

    @GetMapping("/api/alarms/history")
    List<Transition> history(
            @RequestParam Optional<String> subnet,
            @RequestParam Optional<Instant> from,
            @RequestParam Optional<Instant> to,
            @RequestParam(defaultValue = "") List<String> object,
            @RequestParam(defaultValue = "100") int rows) {
        TimeRange range = defaults.range(from, to, DAY);
        return journal.transitions(
                defaults.subnet(subnet),
                range.from(),
                range.to(),
                RequestDefaults.objects(object),
                RequestDefaults.rows(rows));
    }

    @GetMapping("/api/rules")
    List<AlarmRule> rules() {
        return judge.rules();
    }

    @PostMapping("/api/alarms/{id}/acknowledge")
    Alarm acknowledge(@PathVariable String id, @RequestBody Note note, @Nullable Principal user) {
        return alarms.acknowledge(id, name(user), clock.instant(), note.text()).orElseThrow(AlarmController::noAlarm);
    }

    @PostMapping("/api/alarms/{id}/clear")
    Alarm clear(@PathVariable String id, @RequestBody Note note, @Nullable Principal user) {
        return alarms.clear(id, name(user), clock.instant(), note.text()).orElseThrow(AlarmController::noAlarm);
    }

    @GetMapping("/api/maintenance")
    List<MaintenanceWindow> windows() {
        return alarms.windows(clock.instant());
    }

    @PostMapping("/api/maintenance")
    @ResponseStatus(HttpStatus.CREATED)
    void create(@RequestBody WindowRequest request, @Nullable Principal user) {
        Instant from = request.from();
        String reason = request.reason();
        alarms.add(new MaintenanceWindow(
                0,
                request.pattern(),
                from == null ? clock.instant() : from,
                request.until(),
                reason == null ? "" : reason,
                name(user)));
    }

    @DeleteMapping("/api/maintenance/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void end(@PathVariable long id, @Nullable Principal user) {
        if (!alarms.endWindow(id, clock.instant(), name(user))) {
            throw new ResponseStatusException(
                    HttpStatus.NOT_FOUND, "no maintenance window has this number; /api/maintenance lists them");
        }
    }

    private static ResponseStatusException noAlarm() {
        return new ResponseStatusException(
                HttpStatus.NOT_FOUND, "no active alarm has this identifier; /api/alarms lists them");
    }

    private static String name(@Nullable Principal user) {
        return user == null ? "local" : user.getName();
    }
}
