import '../drizzle-modules.ts';

/** `npm run backup`, `npm run restore`, `npm run rotate-key`: what the operator of an installation does, outside of it. */
const [command = '', ...args] = process.argv.slice(2);
try {
  // Imported late: modules are found before any of them runs, and the way Drizzle's are found is changed above.
  const { operate } = await import('./operate.ts');
  await operate(command, args, process.env, process.stdout);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
