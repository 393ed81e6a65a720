package io.verbena.spring.boot.test.application;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
class MonitoredApplication {}
