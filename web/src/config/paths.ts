/** Paths that several files use. */
export const paths = {
  home: '/',
  /** A section of the landing page. */
  features: '/#features',
  login: '/login',
  register: '/register',
  registerConfirm: '/register/confirm',
  forgotPassword: '/forgot-password',
  resendConfirmation: '/resend-confirmation',
  pricing: '/pricing',
  /** The same page: the extension links here and watches for purchases. */
  upgrade: '/upgrade',
  dashboard: '/dashboard',
  projects: '/projects',
  project: '/projects/:id',
  projectPush: '/projects/:id/push',
  projectPull: '/projects/:id/pull',
  settings: '/settings',
  /** The target of mails about a changed address or a finished export. */
  account: '/settings?tab=account',
  billing: '/settings?tab=billing',
  github: '/settings?tab=github',
  githubCallback: '/auth/github/callback',
  githubSetup: '/auth/github/setup',
  githubDemo: '/github-apps-demo',
  simulator: '/extension-simulator',
  /** The target of a recovery link, where passwords are changed. */
  security: '/settings?tab=security',
  /** The OAuth server sends members here. */
  consent: '/oauth/consent',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminSubscribers: '/admin/subscribers',
  adminOperations: '/admin/sync',
  adminFeedback: '/admin/feedback',
  adminOAuth: '/admin/oauth',
  adminSso: '/admin/sso',
  privacyPolicy: '/privacy-policy',
  /** The same page, under its older address. */
  privacyPolicyOld: '/PrivacyPolicy',
  termsOfUse: '/TermsOfUse',
  /** The same page, spelled like the privacy policy’s address. */
  termsOfUseLower: '/terms-of-use',
  welcome: '/welcome',
  /** The same page, under the name that older versions of the extension use. */
  installSuccess: '/install-success',
  uninstallFeedback: '/uninstall-feedback',
  goodbye: '/goodbye',
  docs: '/docs',
  changelog: '/changelog',
  status: '/status',
  unauthorized: '/unauthorized',
  gallery: '/dev/ui',
} as const

/** The guides that other pages link to. */
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
  platform: '/docs/platform',
} as const

/** Opens the dialog for linking a project, prefilled from a pasted URL. */
export const linkAddressPath = (address: string) =>
  `/projects?add=link&address=${encodeURIComponent(address)}`

export const projectPath = (id: string) => `/projects/${id}`

/** Where a project's ZIP file is pushed. */
export const pushPath = (id: string) => `${projectPath(id)}/push`

/** Where what is new on GitHub comes into a project. */
export const pullPath = (id: string) => `${projectPath(id)}/pull`

export const historyPath = (id: string) => `${projectPath(id)}?tab=history`
