/** Addresses that more than one file speaks of. */
export const paths = {
  home: '/',
  dashboard: '/dashboard',
} as const
