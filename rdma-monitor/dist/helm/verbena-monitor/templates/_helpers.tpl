{{- define "monitor.labels" -}}
app.kubernetes.io/name: verbena-monitor
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Labels of one kind of process: collector, aggregator or page. A single process has none, so that its selector stays. */}}
{{- define "monitor.componentLabels" -}}
{{ include "monitor.labels" .root }}
{{- if ne .component "single" }}
app.kubernetes.io/component: {{ .component }}
{{- end }}
{{- if eq .component "collector" }}
verbena.io/collector: {{ .own.name }}
{{- end }}
{{- end }}

{{/* Refuses values that render but do not work. */}}
{{- define "monitor.check" -}}
{{- $v := .Values }}
{{- if not $v.usersSecret }}
{{- fail "usersSecret is required: each process listens on the address of its pod, and refuses to start without users" }}
{{- end }}
{{- if $v.kafka.bootstrapServers }}
{{- if not (or $v.collectors $v.aggregators.replicas $v.page.enabled) }}
{{- fail "nothing is left to run: set collectors, aggregators.replicas or page.enabled" }}
{{- end }}
{{- if and (or $v.aggregators.replicas $v.page.enabled) (not $v.databaseSecret) }}
{{- fail "databaseSecret is required with kafka.bootstrapServers: aggregators and the page share a PostgreSQL database" }}
{{- end }}
{{- if gt (int $v.aggregators.replicas) (int $v.kafka.partitions) }}
{{- fail (printf "aggregators.replicas is %d, and kafka.partitions %d: further aggregators would be idle" (int $v.aggregators.replicas) (int $v.kafka.partitions)) }}
{{- end }}
{{- else }}
{{- if $v.collectors }}
{{- fail "collectors need kafka.bootstrapServers; without Kafka, one process does everything, and watches the subnet of the value subnet" }}
{{- end }}
{{- if or $v.kafka.secret $v.kafka.tls.secret }}
{{- fail "kafka.secret and kafka.tls.secret need kafka.bootstrapServers" }}
{{- end }}
{{- end }}
{{- if and $v.kafka.tls.clientCertificate (not $v.kafka.tls.secret) }}
{{- fail "kafka.tls.clientCertificate needs kafka.tls.secret" }}
{{- end }}
{{- if and $v.scrape.podMonitor (not $v.scrape.secret) }}
{{- fail "scrape.podMonitor needs scrape.secret with the name and password of a viewer" }}
{{- end }}
{{- $names := list }}
{{- $subnets := list }}
{{- range $v.collectors }}
{{- $subnet := .subnet | default .name }}
{{- if has .name $names }}
{{- fail (printf "two collectors have the name %s" .name) }}
{{- end }}
{{- if has $subnet $subnets }}
{{- fail (printf "two collectors read the subnet %s: its traffic would count twice" $subnet) }}
{{- end }}
{{- $names = append $names .name }}
{{- $subnets = append $subnets $subnet }}
{{- end }}
{{- end }}

{{/* Refuses a collector without access to an adapter. */}}
{{- define "monitor.checkUmad" -}}
{{- if and .path .resource }}
{{- fail "umad.path and umad.resource exclude each other: a device plug-in provides the device without a mount" }}
{{- end }}
{{- if not (or .path .resource) }}
{{- fail "umad.path or umad.resource is required: without it, a collector has no access to an adapter" }}
{{- end }}
{{- end }}

{{/*
The template of a pod. "own" has the values of the process, which replace those of the root; "component" is single,
collector, aggregator or page.
*/}}
{{- define "monitor.pod" -}}
{{- $v := .root.Values }}
{{- $own := .own }}
{{- $split := ne .component "single" }}
{{- $collects := has .component (list "single" "collector") }}
{{- $stores := has .component (list "single" "aggregator") }}
{{- $database := and (ne .component "collector") $v.databaseSecret }}
{{- $umad := dict }}
{{- if and $collects (eq $v.fabric "host") }}
{{- $umad = $own.umad | default $v.umad }}
{{- include "monitor.checkUmad" $umad }}
{{- end }}
{{- $endPort := $own.endPort | default $v.endPort -}}
metadata:
  labels: {{- include "monitor.componentLabels" . | nindent 4 }}
  {{- if or $split $v.scrape.annotations }}
  annotations:
    {{- if $split }}
    # The pods start again if the settings change.
    checksum/kafka: {{ include "monitor.kafka" .root | sha256sum }}
    {{- end }}
    {{- if $v.scrape.annotations }}
    prometheus.io/scrape: "true"
    prometheus.io/port: "8080"
    prometheus.io/path: /actuator/prometheus
    {{- end }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  {{- with $own.nodeSelector | default $v.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $own.tolerations | default $v.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if eq .component "aggregator" }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{- include "monitor.componentLabels" . | nindent 10 }}
  {{- end }}
  terminationGracePeriodSeconds: 60
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    {{- if and $collects $v.rdmaGroup }}
    supplementalGroups: [{{ $v.rdmaGroup }}]
    {{- end }}
    seccompProfile:
      type: RuntimeDefault
  containers:
    - name: monitor
      image: "{{ $v.image.repository }}:{{ and (eq .component "collector") $v.collectorTag | default $v.image.tag }}"
      imagePullPolicy: {{ $v.image.pullPolicy }}
      env:
        - name: SERVER_ADDRESS
          value: "0.0.0.0"
        {{- if $split }}
        - name: MONITOR_ROLES_COLLECT
          value: {{ $collects | quote }}
        - name: MONITOR_ROLES_STORE
          value: {{ $stores | quote }}
        - name: MONITOR_ROLES_WATCH
          value: {{ eq .component "page" | quote }}
        {{- end }}
        {{- if $collects }}
        - name: MONITOR_COLLECTOR_SUBNET
          value: {{ $own.subnet | default $own.name | quote }}
        {{- if eq $v.fabric "embedded" }}
        - name: RDMA_FABRIC_TYPE
          value: embedded
        {{- end }}
        {{- with $endPort }}
        - name: RDMA_END_PORT
          value: {{ . | quote }}
        {{- end }}
        {{- else }}
        - name: RDMA_ENABLED
          value: "false"
        {{- end }}
        {{- if eq .component "collector" }}
        # It stores nothing, so its tables need no volume.
        - name: SPRING_DATASOURCE_URL
          value: jdbc:h2:mem:collector;DB_CLOSE_DELAY=-1
        {{- end }}
        {{- $environment := $v.environment }}
        {{- if $split }}
        {{- $environment = merge (dict) ($own.environment | default dict) $v.environment }}
        {{- end }}
        {{- range $name, $value := $environment }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
      envFrom:
        {{- if $split }}
        - configMapRef:
            name: {{ .root.Release.Name }}-kafka
        {{- end }}
        - secretRef:
            name: {{ $v.usersSecret }}
        {{- if $database }}
        - secretRef:
            name: {{ $v.databaseSecret }}
        {{- end }}
        {{- if $v.kafka.secret }}
        - secretRef:
            name: {{ $v.kafka.secret }}
        {{- end }}
      ports:
        - name: http
          containerPort: 8080
      startupProbe:
        httpGet: {path: /actuator/health/liveness, port: http}
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: {path: /actuator/health/liveness, port: http}
        periodSeconds: 10
      readinessProbe:
        httpGet: {path: /actuator/health/readiness, port: http}
        periodSeconds: 10
      resources:
        {{- $resources := deepCopy ($own.resources | default $v.resources) }}
        {{- if $umad.resource }}
        {{- $resources = mergeOverwrite $resources (dict "limits" (dict $umad.resource 1)) }}
        {{- end }}
        {{- toYaml $resources | nindent 8 }}
      securityContext:
        {{- if $umad.path }}
        # The container has access to a device of the host only if it is privileged.
        privileged: true
        {{- else }}
        allowPrivilegeEscalation: false
        capabilities:
          drop: [ALL]
        {{- end }}
        readOnlyRootFilesystem: true
      volumeMounts:
        {{- if $collects }}
        - name: data
          mountPath: /var/lib/verbena
        {{- end }}
        - name: tmp
          mountPath: /tmp
        {{- if $umad.path }}
        - name: umad
          mountPath: {{ $umad.path }}
        {{- end }}
        {{- if $v.kafka.tls.secret }}
        - name: kafka
          mountPath: /etc/verbena/kafka
          readOnly: true
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    {{- if $umad.path }}
    - name: umad
      hostPath:
        path: {{ $umad.path }}
        type: CharDevice
    {{- end }}
    {{- if $v.kafka.tls.secret }}
    - name: kafka
      secret:
        secretName: {{ $v.kafka.tls.secret }}
    {{- end }}
{{- end }}

{{/* The volume with the history of a single process, or with the outbox of a collector. */}}
{{- define "monitor.volumeClaim" -}}
- metadata:
    name: data
  spec:
    accessModes: [ReadWriteOnce]
    {{- with .storageClass }}
    storageClassName: {{ . }}
    {{- end }}
    resources:
      requests:
        storage: {{ .size }}
{{- end }}

{{/* The settings that all processes of a split monitor have. */}}
{{- define "monitor.kafka" -}}
{{- $kafka := .Values.kafka -}}
MONITOR_KAFKA_ENABLED: "true"
MONITOR_KAFKA_PARTITIONS: {{ $kafka.partitions | quote }}
MONITOR_KAFKA_REPLICAS: {{ $kafka.replicas | quote }}
SPRING_KAFKA_BOOTSTRAP_SERVERS: {{ $kafka.bootstrapServers | quote }}
{{- if $kafka.tls.secret }}
SPRING_KAFKA_SECURITY_PROTOCOL: SSL
SPRING_KAFKA_SSL_BUNDLE: kafka
SPRING_SSL_BUNDLE_PEM_KAFKA_TRUSTSTORE_CERTIFICATE: file:/etc/verbena/kafka/ca.crt
{{- if $kafka.tls.clientCertificate }}
SPRING_SSL_BUNDLE_PEM_KAFKA_KEYSTORE_CERTIFICATE: file:/etc/verbena/kafka/tls.crt
SPRING_SSL_BUNDLE_PEM_KAFKA_KEYSTORE_PRIVATEKEY: file:/etc/verbena/kafka/tls.key
{{- end }}
{{- end }}
{{- end }}
