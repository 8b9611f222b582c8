export * from './targets/index.ts';
export { startFakeBreachService, type FakeBreachService } from './breach.ts';
export { startFakeGitHub, type FakeGitHub, type GitHubPerson } from './github.ts';
export { startFakeOidc, type FakeOidc, type OidcPerson } from './oidc.ts';
export { listenOnLoopback } from './listen.ts';
export * from './model-server.ts';
export { startFakeSmtp, type FakeSmtp, type ReceivedMail, type SmtpBehaviour } from './smtp.ts';
export { startFakeS3, type FakeS3, type S3Behaviour } from './s3.ts';
