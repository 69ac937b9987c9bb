/** Addresses that more than one file speaks of. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  registerConfirm: '/register/confirm',
  forgotPassword: '/forgot-password',
  resendConfirmation: '/resend-confirmation',
  dashboard: '/dashboard',
  settings: '/settings',
  /** Where a recovery link lands, and where a password is changed. */
  security: '/settings?tab=security',
  admin: '/admin',
  unauthorized: '/unauthorized',
  workshop: '/dev/ui',
} as const
