import type * as contract from '@sonde/contract';
import type { Operation } from '@sonde/contract';

type Contract = typeof contract;
type OperationName = {
  [Name in keyof Contract]: Contract[Name] extends Operation ? Name : never;
}[keyof Contract];

/**
 * Method and path of each operation the page calls. The contract's own table would bring the validator into the
 * bundle, so the lines stand here again, and the compiler holds each one against the contract.
 */
export const apiRoutes = {
  register: 'POST /auth/register',
  loginEmail: 'POST /auth/login/email',
  magicLink: 'POST /auth/magic-link',
  magicLinkVerify: 'POST /auth/magic-link/verify',
  ownerLink: 'POST /auth/owner-link',
  verifyEmail: 'POST /auth/verify-email',
  resendVerification: 'POST /auth/resend-verification',
  forgotPassword: 'POST /auth/forgot-password',
  resetPassword: 'POST /auth/reset-password',
  changePassword: 'POST /auth/change-password',
  checkPassword: 'POST /auth/check-password',
  listSessions: 'GET /auth/sessions',
  endSessions: 'DELETE /auth/sessions',
  endSession: 'DELETE /auth/sessions/{id}',
  createToken: 'POST /tokens',
  listTokens: 'GET /tokens',
  deleteToken: 'DELETE /tokens/{id}',
  createOrganization: 'POST /organizations',
  getOrganization: 'GET /organizations/{id}',
  updateOrganization: 'PUT /organizations/{id}',
  deleteOrganization: 'DELETE /organizations/{id}',
  getMe: 'GET /users/me',
  updateUser: 'PUT /users/{id}',
  deleteMe: 'DELETE /users/me',
  listMembers: 'GET /members',
  updateMember: 'PATCH /members/{id}',
  deleteMember: 'DELETE /members/{id}',
  endMemberSessions: 'POST /members/{id}/end-sessions',
  createInvitation: 'POST /invitations',
  listInvitations: 'GET /invitations',
  deleteInvitation: 'DELETE /invitations/{id}',
  previewInvitation: 'POST /invitations/preview',
  acceptInvitation: 'POST /invitations/accept',
  createProject: 'POST /projects',
  listProjects: 'GET /projects',
  updateProject: 'PUT /projects/{id}',
  deleteProject: 'DELETE /projects/{id}',
  getProjectParameters: 'GET /projects/{id}/parameters',
  putProjectParameters: 'PUT /projects/{id}/parameters',
  getUsage: 'GET /usage',
  getUsageHistory: 'GET /usage/history',
  listAuditEvents: 'GET /audit-events',
  getFeatures: 'GET /features',
  createEndpoint: 'POST /endpoints',
  listEndpoints: 'GET /endpoints',
  getEndpoint: 'GET /endpoints/{id}',
  patchEndpoint: 'PATCH /endpoints/{id}',
  deleteEndpoint: 'DELETE /endpoints/{id}',
  duplicateEndpoint: 'POST /endpoints/{id}/duplicate',
  endpointSchema: 'GET /endpoints/schema',
  testDraft: 'POST /endpoints/test',
  testEndpoint: 'POST /endpoints/{id}/test',
  autoConfigure: 'POST /endpoints/auto-configure',
  explore: 'POST /endpoints/{id}/explore',
  listJobs: 'GET /jobs',
  getJob: 'GET /jobs/{task_id}',
  cancelJob: 'POST /jobs/{task_id}/cancel',
  listNotifications: 'GET /notifications',
  unreadCount: 'GET /notifications/unread-count',
  readNotification: 'POST /notifications/{id}/read',
  readAllNotifications: 'POST /notifications/read-all',
  socketToken: 'POST /ws/token',
  createModel: 'POST /models',
  listModels: 'GET /models',
  updateModel: 'PUT /models/{id}',
  deleteModel: 'DELETE /models/{id}',
  testModelDraft: 'POST /models/test-connection',
  testModel: 'POST /models/{id}/test',
  generationModel: 'GET /models/generation',
  listTraces: 'GET /traces',
  getTrace: 'GET /traces/{trace_id}',
  health: 'GET /health',
  developmentMailbox: 'GET /dev/mailbox',
} as const satisfies {
  readonly [Name in OperationName]?: `${Contract[Name]['method']} ${Contract[Name]['path']}`;
};

export type RouteName = keyof typeof apiRoutes;
export type OperationOf<Name extends RouteName> = Contract[Name];
