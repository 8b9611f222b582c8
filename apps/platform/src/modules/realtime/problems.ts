import { Problem } from '@sonde/server-kit';

export const foreignOrigin = (): Problem =>
  new Problem('forbidden', 'ws.origin_forbidden', 'Only pages of the web app may open this WebSocket.');

export const tooManySockets = (): Problem =>
  new Problem('unavailable', 'ws.too_many', 'Too many WebSockets are open. Try again in a moment.');
