let hasWarned = false;

/**
 * Former programs call it to instrument agents. Telemetry comes over OpenTelemetry now, so it does nothing, and says so
 * once: a program that is merely old goes on running.
 *
 * @deprecated Report traces with an OpenTelemetry SDK; the platform's page Connect has the settings.
 */
export function autogen(..._options: readonly unknown[]): void {
  if (hasWarned) return;
  hasWarned = true;
  console.warn(
    '@sonde/sdk: autogen() does nothing any more. Report traces over OpenTelemetry, as the page Connect of your platform shows.',
  );
}
