export * from './target-server.ts';
export * from './chat-targets.ts';
