export { mailModule } from './module.ts';
export { nobody, type Mail } from './service.ts';
export { renderMessage, type Message } from './message.ts';
