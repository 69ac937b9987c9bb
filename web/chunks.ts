import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/** A file below `src`. */
export const src = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))

/** A component of the design system, as seen from `src`. */
const ui = (name: string) => `../../ui/src/${name}.tsx`

/** Screens and their parts, with what each shows at once. Roots are below `src`. */
const AREAS = {
  dashboard: ['screens/dashboard/dashboard-screen.tsx'],
  'dashboard-below': ['screens/dashboard/below-the-fold.tsx'],
  projects: ['screens/projects/projects-screen.tsx'],
  project: ['screens/projects/project-screen.tsx'],
  'project-details': ['screens/projects/details-tab.tsx'],
  'project-dialogs': [
    'features/project-details/new-project-dialog.tsx',
    'features/linked-projects/link-dialog.tsx',
  ],
  simulator: ['screens/simulator/simulator-screen.tsx'],
  'auth-login': ['screens/auth/login-screen.tsx'],
  'auth-register': ['screens/auth/register-screen.tsx'],
  'auth-confirm': ['screens/auth/register-confirm-screen.tsx'],
  'auth-forgot': ['screens/auth/forgot-password-screen.tsx'],
  'auth-resend': ['screens/auth/resend-screen.tsx'],
  settings: ['screens/settings/settings-screen.tsx'],
  'settings-profile': ['screens/settings/profile-section.tsx'],
  security: ['screens/settings/security-section.tsx'],
  'settings-account': ['screens/settings/account-section.tsx'],
  'settings-github': ['screens/settings/github-section.tsx'],
  'settings-integrations': ['screens/settings/integrations-section.tsx'],
  'github-return': ['screens/github/setup-screen.tsx', 'screens/github/callback-screen.tsx'],
  'settings-billing': ['screens/settings/billing-section.tsx'],
  'settings-more': [
    'screens/settings/development-section.tsx',
    'screens/settings/notifications-section.tsx',
    'screens/settings/preferences-section.tsx',
  ],
}

/** What may be wanted before the application is. */
const EARLY = ['app/boot.ts', 'app/await-extension.ts']

const SHELL = ['app/start-app.tsx']

/** What every screen of a member needs. */
const MEMBER = [
  'app/query-area.tsx',
  'api/sign-in/recognise-session.ts',
  'api/sign-in/load-profile.ts',
]

/** What screens with a form need, also those of visitors. */
const FORMS = [
  ...[
    'choice-group',
    'failure-notice',
    'password-field',
    'submit-button',
    'text-area',
    'text-field',
  ].map(ui),
  '../../ui/src/use-form.ts',
  'i18n/field-texts.ts',
]

const IDENTITY = ['api/sign-in/watch-session.ts']

/** Pages that need no data. They would download all that members need for the little that both share. */
const VISITORS = [
  'app/not-found-page.tsx',
  'app/unauthorized-page.tsx',
  'screens/docs/docs-screen.tsx',
  'screens/docs/guide-screen.tsx',
  'screens/extension/goodbye-screen.tsx',
  'screens/extension/uninstall-screen.tsx',
  'screens/extension/welcome-screen.tsx',
  'screens/home/home-screen.tsx',
  'screens/legal/privacy-policy-screen.tsx',
]

/** Screens of visitors: what they share with those of members is placed by the bundler. */
const PUBLIC = ['screens/home/home-screen.tsx', 'screens/pricing/pricing-screen.tsx']

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/**
 * What is always needed together travels together: one file compresses better than five, and asks for less. A chunk needs
 * only those that are named before it. What no rule names, the bundler places.
 */
export function chooseChunk() {
  let closures: Record<string, Set<string>> | undefined

  return (id: string, graph: Graph): string | null => {
    closures ??= closuresOf(graph)
    const isIn = (name: string) => closures?.[name]?.has(id)
    const areas = Object.keys(AREAS).filter(isIn)
    // What a shared module needs is shared too: its chunk must not need the simulator's.
    const isReachedFromOutside = (one: string, seen = new Set<string>()): boolean =>
      (graph.getModuleInfo(one)?.importers ?? []).some((importer) => {
        if (!closures?.simulator?.has(importer)) return true
        if (seen.has(importer)) return false
        seen.add(importer)
        return isReachedFromOutside(importer, seen)
      })
    const isOnDashboard = areas.some((area) => area.startsWith('dashboard'))
    const isOfMembers = isIn('member') || areas.some((area) => !isOfAuth(area))

    if (isIn('early')) return null
    if (REACT.test(id)) return 'react'
    // The helper loads the texts of a language, which every page needs.
    if (isIn('shell') || id.includes('dynamic_import_helper')) return 'shell'
    if (isIn('visitors') && isOfMembers && !isIn('forms')) return 'shell'
    if (isIn('member') && (isIn('forms') || areas.some(isOfAuth))) return 'shell'
    if (isIn('member') || (isOnDashboard && areas.some(isOfSettings))) return 'member'
    if (isOnDashboard && (areas.length > 1 || WITH_HISTORY.test(id))) return 'sync'
    if (CONTROLS.test(id)) return overlaysOf(id)
    if (isIn('forms')) return 'forms'
    if (isIn('public')) return null
    if (isIn('identity')) return 'identity'
    if (id.includes('/zod/')) return 'schemas'
    // The simulator needs a little of many screens. None of them pays for it.
    const others = areas.filter((area) => area !== 'simulator')
    if (others.length > 1) return sharedBy(others)
    const isShared = others.length > 0 || isReachedFromOutside(id)
    if (others.length < areas.length && isShared) return null

    return areas[0] ?? textsOf(id)
  }
}

function closuresOf(graph: Graph): Record<string, Set<string>> {
  const importsOf = (id: string) => graph.getModuleInfo(id)?.importedIds ?? []
  const roots = {
    early: EARLY,
    shell: SHELL,
    member: MEMBER,
    forms: FORMS,
    identity: IDENTITY,
    public: PUBLIC,
    visitors: VISITORS,
    ...AREAS,
  }

  return Object.fromEntries(
    Object.entries(roots).map(([name, files]) => [name, reachable(files.map(src), importsOf)]),
  )
}

const isOfAuth = (area: string) => area.startsWith('auth')

/** Without the one of GitHub, which needs as much of the sync state as the dashboard. */
const isOfSettings = (area: string) =>
  area === 'security' || (area.startsWith('settings') && area !== 'settings-github')

/** Which chunk has what several areas need. */
function sharedBy(areas: string[]): string {
  const isOfProjects = areas.includes('projects') || areas.includes('project')
  if (areas.every((area) => isOfAuth(area) && area !== 'auth-confirm')) return 'auth-frame'
  if (areas.some(isOfAuth)) return 'auth-shared'
  if (areas.every((area) => area.startsWith('project-'))) return 'project-details'
  if (areas.every((area) => area.startsWith('project'))) return 'project-shared'
  if (isOfProjects) return 'work'

  const isOfEverySection = areas.includes('settings') || areas.includes('settings-profile')
  return isOfEverySection ? 'settings' : 'settings-shared'
}

/** Menus and lists to choose from stand on what dialogs need too. */
function overlaysOf(id: string): string {
  if (/@base-ui\/react\/[\w-]*menu/.test(id)) return 'menus'

  return /@base-ui\/react\/(?:select|combobox|autocomplete)/.test(id) ? 'choices' : 'overlays'
}

/** What a project's history shares with the dashboard. It is downloaded by itself, so it is no area. */
const WITH_HISTORY = /\/api\/projects\/push-failure\.ts$/

const CONTROLS = /node_modules\/(?:@base-ui|@floating-ui|use-sync-external-store)\//

const REACT = /node_modules\/(?:react|react-dom|react-router|scheduler)\/|rolldown\/runtime/

/** Texts that the same screens need. */
function textsOf(id: string): string | null {
  const [, language, namespace] = /\/src\/i18n\/(\w+)\/(\w+)\.json$/.exec(id) ?? []
  if (namespace === 'dashboard' || namespace === 'github') return `member-${language}`
  if (namespace === 'project' || namespace === 'projects') return `projects-${language}`

  return null
}

/** All that these lead to. */
export function reachable(
  roots: string[],
  importsOf: (id: string) => readonly string[],
): Set<string> {
  const found = new Set(roots)
  // A set yields what is added while it is walked.
  for (const id of found) for (const next of importsOf(id)) found.add(next)

  return found
}
