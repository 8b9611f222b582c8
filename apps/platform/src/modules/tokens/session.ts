export interface Pair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface StartingSession {
  readonly userId: string;
  readonly email: string;
  readonly device: string;
  readonly ip: string | null;
}

export type EndReason =
  | 'logout'
  | 'ended_by_user'
  | 'ended_by_admin'
  | 'reuse'
  | 'code_replayed'
  | 'password_changed'
  | 'second_factor_changed'
  | 'account_taken_over'
  | 'member_disabled'
  | 'member_removed';
