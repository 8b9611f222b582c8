import { registerHooks, type ResolveFnOutput } from 'node:module';

/**
 * Makes loading Drizzle cheap, and so has to be imported before anything that imports it. Its package.json lists every
 * file, 180 kB of it, and Node reads it anew for every import of the package and for every import inside of it: most of
 * a second and of a hundred megabytes at the start. All of the package is ES modules, and there is one copy of it, so
 * its answers are the same each time.
 */
const insideDrizzle = /\/node_modules\/drizzle-orm\/[^?#]*\.js$/;
const known = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, next) {
    if (!context.conditions.includes('import')) return next(specifier, context);
    const { parentURL } = context;
    if (/^\.\.?\/.*\.js$/.test(specifier) && parentURL !== undefined && insideDrizzle.test(parentURL))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    if (!/^drizzle-orm(?:\/|$)/.test(specifier)) return next(specifier, context);
    const before = known.get(specifier);
    if (before) return before;
    const found = next(specifier, context);
    if (insideDrizzle.test(found.url))
      known.set(specifier, { ...found, format: 'module', shortCircuit: true });
    return found;
  },
});
