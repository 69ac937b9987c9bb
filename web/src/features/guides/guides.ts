import { guidePaths, paths } from '#config/paths.ts'
import type { MessageKey } from '#i18n/messages.ts'

export type GuideEntry = {
  path: string
  title: MessageKey
  description: MessageKey
  group: MessageKey
}

/** All guides in reading order; their texts are in web/guides. */
export const guides: GuideEntry[] = [
  {
    path: guidePaths.gettingStarted,
    title: 'docs.gettingStarted.title',
    description: 'docs.gettingStarted.description',
    group: 'docs.groups.start',
  },
  {
    path: guidePaths.install,
    title: 'docs.install.title',
    description: 'docs.install.description',
    group: 'docs.groups.start',
  },
  {
    path: guidePaths.token,
    title: 'docs.token.title',
    description: 'docs.token.description',
    group: 'docs.groups.start',
  },
  {
    path: guidePaths.githubApp,
    title: 'docs.githubApp.title',
    description: 'docs.githubApp.description',
    group: 'docs.groups.start',
  },
  {
    path: guidePaths.privateImport,
    title: 'docs.privateImport.title',
    description: 'docs.privateImport.description',
    group: 'docs.groups.use',
  },
  {
    path: guidePaths.conflicts,
    title: 'docs.conflicts.title',
    description: 'docs.conflicts.description',
    group: 'docs.groups.use',
  },
  {
    path: guidePaths.pro,
    title: 'docs.pro.title',
    description: 'docs.pro.description',
    group: 'docs.groups.use',
  },
  {
    path: guidePaths.troubleshooting,
    title: 'docs.troubleshooting.title',
    description: 'docs.troubleshooting.description',
    group: 'docs.groups.help',
  },
  {
    path: guidePaths.selfHosting,
    title: 'docs.selfHosting.title',
    description: 'docs.selfHosting.description',
    group: 'docs.groups.help',
  },
  {
    path: guidePaths.platform,
    title: 'docs.platform.title',
    description: 'docs.platform.description',
    group: 'docs.groups.help',
  },
]

export const groups: MessageKey[] = [...new Set(guides.map(({ group }) => group))]

/** The folder of a guide's texts. */
export const folderOf = ({ path }: Pick<GuideEntry, 'path'>): string =>
  path.slice(`${paths.docs}/`.length)
