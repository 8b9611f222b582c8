export type { ToolAnswer } from './call.ts';
export { mcpModule } from './module.ts';
export { replyText } from './reply.ts';
export type { Mcp } from './service.ts';
export type { AgentTool } from './tools.ts';
export { chosenTools } from './toolsets.ts';
