/** What parts of the pages are called, where they stand and wherever a sentence sends somebody to them. */
export const sections = {
  changeConnection: 'Change the connection',
  changeLimits: 'Change the limits',
  changeMapping: 'Change the mapping',
  connection: 'Connection',
  general: 'General',
  mapping: 'Mapping',
  rawAnswer: 'Raw answer',
  requestTemplate: 'Request template',
  responseMapping: 'Response mapping',
} as const;
