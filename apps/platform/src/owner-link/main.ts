import '../drizzle-modules.ts';

/** `npm run owner-link -- <email>`: prints a link by which this person sets a new password. */
const [email, ...more] = process.argv.slice(2).filter((word) => !word.startsWith('-'));
if (email === undefined || more.length > 0) {
  process.stderr.write('Say whose link it is: npm run owner-link -- person@example.org\n');
  process.exit(1);
}
try {
  // Imported late: modules are found before any of them runs, and the way Drizzle's are found is changed above.
  const { printLink } = await import('./print-link.ts');
  process.exitCode = await printLink(email, process.env, process.stdout);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
