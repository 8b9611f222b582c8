export interface Pair {
  readonly accessToken: string;
  readonly refreshToken: string;
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
