/** Addresses that more than one file speaks of. */
export const paths = {
  home: '/',
  /** A place on the landing page. */
  features: '/#features',
  login: '/login',
  register: '/register',
  registerConfirm: '/register/confirm',
  forgotPassword: '/forgot-password',
  resendConfirmation: '/resend-confirmation',
  pricing: '/pricing',
  /** The same page: the extension leads here, and watches for what is bought here. */
  upgrade: '/upgrade',
  dashboard: '/dashboard',
  projects: '/projects',
  project: '/projects/:id',
  projectPush: '/projects/:id/push',
  settings: '/settings',
  /** Where a changed address and an export that is ready lead to. */
  account: '/settings?tab=account',
  billing: '/settings?tab=billing',
  github: '/settings?tab=github',
  githubCallback: '/auth/github/callback',
  githubSetup: '/auth/github/setup',
  githubDemo: '/github-apps-demo',
  simulator: '/extension-simulator',
  /** Where a recovery link lands, and where a password is changed. */
  security: '/settings?tab=security',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminSubscribers: '/admin/subscribers',
  adminOperations: '/admin/sync',
  adminFeedback: '/admin/feedback',
  privacyPolicy: '/privacy-policy',
  /** The same page, under its older address. */
  privacyPolicyOld: '/PrivacyPolicy',
  termsOfUse: '/TermsOfUse',
  welcome: '/welcome',
  /** The same page, under the name that older versions of the extension use. */
  installSuccess: '/install-success',
  uninstallFeedback: '/uninstall-feedback',
  goodbye: '/goodbye',
  docs: '/docs',
  unauthorized: '/unauthorized',
  gallery: '/dev/ui',
} as const

/** The guides that other pages lead to. */
export const guidePaths = {
  gettingStarted: '/docs/getting-started',
  install: '/docs/install',
  token: '/docs/token',
  githubApp: '/docs/github-app',
  privateImport: '/docs/private-import',
  conflicts: '/docs/conflicts',
  pro: '/docs/pro',
  troubleshooting: '/docs/troubleshooting',
  selfHosting: '/docs/self-hosting',
} as const

/** Opens the dialog that links a project, with what a pasted address tells. */
export const linkAddressPath = (address: string) =>
  `/projects?add=link&address=${encodeURIComponent(address)}`

export const projectPath = (id: string) => `/projects/${id}`

/** Where a ZIP file of the project is pushed. */
export const pushPath = (id: string) => `${projectPath(id)}/push`

export const historyPath = (id: string) => `${projectPath(id)}?tab=history`
