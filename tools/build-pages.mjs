// `npm run build`: installs what the lock file names and builds the pages, for services that are started one by one.
import { buildWeb } from './build-web.mjs';
import { install } from './install.mjs';

install();
buildWeb();
