import type { Command } from '@app/ui/command-menu.tsx'
import BookOpen from 'lucide-react/icons/book-open'
import CreditCard from 'lucide-react/icons/credit-card'
import FolderKanban from 'lucide-react/icons/folder-kanban'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Puzzle from 'lucide-react/icons/puzzle'
import Settings from 'lucide-react/icons/settings'
import Shield from 'lucide-react/icons/shield'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useMember } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { guides } from '#features/guides/guides.ts'
import { TAB_WORDS, TABS } from '#features/site/settings-tabs.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { keysOf } from './go-to-keys.ts'

/** Commands that open a screen. */
export function useDestinations(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isAdmin = useMember().profile?.role === 'admin'
  const place = (path: string, label: string, icon: ReactNode): Command => {
    const keys = keysOf(path)
    return { id: path, label, icon, run: () => void navigate(path), ...(keys && { keys }) }
  }

  return [
    place(paths.dashboard, t('header.dashboard'), <LayoutDashboard className="size-4" />),
    place(paths.projects, t('header.projects'), <FolderKanban className="size-4" />),
    place(paths.settings, t('header.settings'), <Settings className="size-4" />),
    place(paths.simulator, t('header.simulator'), <Puzzle className="size-4" />),
    place(paths.pricing, t('footer.pricing'), <CreditCard className="size-4" />),
    place(paths.docs, t('footer.docs'), <BookOpen className="size-4" />),
    ...(isAdmin ? [place(paths.admin, t('header.admin'), <Shield className="size-4" />)] : []),
  ]
}

/** Each page of the admin area, for those who may open it. */
export function useAdminDestinations(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isAdmin = useMember().profile?.role === 'admin'
  if (!isAdmin) return []

  return ADMIN_PAGES.map(({ path, words }) => ({
    id: path,
    label: t('commands.adminPage', { page: t(words) }),
    icon: <Shield className="size-4" />,
    run: () => void navigate(path),
  }))
}

// Their names in the area itself are loaded with its pages only.
const ADMIN_PAGES: { path: string; words: MessageKey }[] = [
  { path: paths.adminUsers, words: 'commands.adminPages.users' },
  { path: paths.adminSubscribers, words: 'commands.adminPages.subscribers' },
  { path: paths.adminOperations, words: 'commands.adminPages.sync' },
  { path: paths.adminFeedback, words: 'commands.adminPages.feedback' },
  { path: paths.adminOAuth, words: 'commands.adminPages.oauth' },
  { path: paths.adminSso, words: 'commands.adminPages.sso' },
]

/** Each settings tab with its own name. */
export function useSettingsDestinations(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()

  return TABS.map((tab) => ({
    id: `${paths.settings}?tab=${tab}`,
    label: t('commands.settingsTab', { tab: t(TAB_WORDS[tab]) }),
    icon: <Settings className="size-4" />,
    run: () => void navigate(`${paths.settings}?tab=${tab}`),
  }))
}

/** Each guide with its title, also found by its description. */
export function useGuideDestinations(): Command[] {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()
  const navigate = useNavigate()

  return guides.map(({ path, title, description }) => ({
    id: path,
    label: t(title),
    keywords: t(description, { siteName }),
    icon: <BookOpen className="size-4" />,
    run: () => void navigate(path),
  }))
}
