package io.verbena.monitor.alarm;

/** Is notified when an alarm is raised, becomes more severe, is acknowledged or is cleared. */
public interface AlarmListener {
    /** Called after a change, by the thread that judges sweeps; must not block. */
    void changed(Alarm alarm);
}
