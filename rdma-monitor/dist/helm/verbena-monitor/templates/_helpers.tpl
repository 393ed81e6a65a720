{{- define "monitor.labels" -}}
app.kubernetes.io/name: verbena-monitor
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
