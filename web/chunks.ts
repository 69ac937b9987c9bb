import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/** An absolute path for a file below `src`. */
export const src = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))

/** A design-system component, relative to `src`. */
const ui = (name: string) => `../../ui/src/${name}.tsx`

const SIMULATOR = 'screens/simulator/simulator-screen.tsx'

/** Screens and their parts, with what each shows initially. The root paths are relative to `src`. */
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
  simulator: [SIMULATOR],
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

/** The script of every page with what it imports, in one file: each further file would be a request of every page. */
const BOOT = ['app/boot.ts']

/** Modules that may be needed before the application. */
const EARLY = ['app/await-extension.ts']

const SHELL = ['app/start-app.tsx']

/** Modules that every member screen needs. */
const MEMBER = [
  'app/query-area.tsx',
  'api/live/topics.ts',
  'api/sign-in/recognise-session.ts',
  'api/sign-in/load-profile.ts',
]

/** Modules that screens with a form need, including public ones. */
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

/** Pages without data. They share little with member screens, so they must not download all modules of those. */
const VISITORS = [
  'app/not-found-page.tsx',
  'app/unauthorized-page.tsx',
  'screens/docs/changelog-screen.tsx',
  'screens/docs/docs-screen.tsx',
  'screens/docs/guide-screen.tsx',
  'screens/extension/goodbye-screen.tsx',
  'screens/extension/uninstall-screen.tsx',
  'screens/extension/welcome-screen.tsx',
  'screens/home/home-screen.tsx',
  'screens/legal/privacy-policy-screen.tsx',
]

/** Public screens: the bundler places what they share with member screens. */
const PUBLIC = ['screens/home/home-screen.tsx', 'screens/pricing/pricing-screen.tsx']

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/**
 * Modules that are always needed together form one chunk: it compresses better than five and needs fewer requests. A chunk may depend only
 * on chunks named before it. The bundler places all other modules.
 */
export function chooseChunk() {
  let closures: Record<string, Set<string>> | undefined

  return (id: string, graph: Graph): string | null => {
    closures ??= closuresOf(graph)
    const isIn = (name: string) => closures?.[name]?.has(id)
    const areas = Object.keys(AREAS).filter(isIn)
    // Dependencies of a shared module are shared too: its chunk must not depend on the simulator's. Panels that only the simulator loads on demand can rely on its chunk, which is loaded then.
    const isReachedFromOutside = (one: string, seen = new Set<string>()): boolean => {
      if (one === src(SIMULATOR) || seen.has(one)) return false
      seen.add(one)
      const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(one) ?? {}
      const all = [...importers, ...dynamicImporters]
      return all.length === 0 || all.some((importer) => isReachedFromOutside(importer, seen))
    }
    const isOnDashboard = areas.some((area) => area.startsWith('dashboard'))
    const isOfMembers = isIn('member') || areas.some((area) => !isOfAuth(area))

    if (EXTENSION.test(id)) return 'extension'
    if (isIn('boot')) return 'boot'
    if (isIn('early')) return null
    if (REACT.test(id)) return 'react'
    // The helper loads a language's texts, which every page needs.
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
    // The simulator uses small parts of many screens. Other areas must not load it.
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
    boot: BOOT,
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

/** Excludes the GitHub section, which needs as much of the sync state as the dashboard. */
const isOfSettings = (area: string) =>
  area === 'security' || (area.startsWith('settings') && area !== 'settings-github')

/** Their one field must not be downloaded to sign in or register. */
const MAILS_ONLY = ['auth-forgot', 'auth-resend']

/** Selects the chunk for modules that several areas need. */
function sharedBy(areas: string[]): string {
  const isOfProjects = areas.includes('projects') || areas.includes('project')
  if (areas.every((area) => MAILS_ONLY.includes(area))) return 'auth-mails'
  if (areas.every((area) => isOfAuth(area) && area !== 'auth-confirm')) return 'auth-frame'
  if (areas.some(isOfAuth)) return 'auth-shared'
  if (areas.every((area) => area.startsWith('project-'))) return 'project-details'
  if (areas.every((area) => area.startsWith('project'))) return 'project-shared'
  if (isOfProjects) return 'work'

  const isOfEverySection = areas.includes('settings') || areas.includes('settings-profile')
  return isOfEverySection ? 'settings' : 'settings-shared'
}

/** Menus and select lists use the modules that dialogs need too. */
function overlaysOf(id: string): string {
  if (/@base-ui\/react\/[\w-]*menu/.test(id)) return 'menus'

  return /@base-ui\/react\/(?:select|combobox|autocomplete)/.test(id) ? 'choices' : 'overlays'
}

/** Modules that a project's history shares with the dashboard. It is downloaded separately, so it is not an area. */
const WITH_HISTORY = /\/api\/projects\/push-failure\.ts$/

/** The welcome page asks the extension before the application is downloaded, dashboard and settings do it by a query. */
const EXTENSION = /\/api\/extension\/extension(?:-query)?\.ts$/

const CONTROLS = /node_modules\/(?:@base-ui|@floating-ui|use-sync-external-store)\//

const REACT = /node_modules\/(?:react|react-dom|react-router|scheduler)\/|rolldown\/runtime/

/** Texts that the same screens use. */
function textsOf(id: string): string | null {
  const [, language, namespace] = /\/src\/i18n\/(\w+)\/(\w+)\.json$/.exec(id) ?? []
  if (/^(?:commands|dashboard|github)$/.test(namespace ?? '')) return `member-${language}`
  if (namespace === 'project' || namespace === 'projects') return `projects-${language}`

  return null
}

/** All modules that these import, directly or indirectly. */
export function reachable(
  roots: string[],
  importsOf: (id: string) => readonly string[],
): Set<string> {
  const found = new Set(roots)
  // Iterating a set also visits entries added during the iteration.
  for (const id of found) for (const next of importsOf(id)) found.add(next)

  return found
}
