import { LANGUAGE_NAMES, LANGUAGES } from '@app/contract/languages'
import type { Command } from '@app/ui/command-menu.tsx'
import Keyboard from 'lucide-react/icons/keyboard'
import Languages from 'lucide-react/icons/languages'
import Link2 from 'lucide-react/icons/link-2'
import LogOut from 'lucide-react/icons/log-out'
import MessageSquare from 'lucide-react/icons/message-square'
import Plus from 'lucide-react/icons/plus'
import SunMoon from 'lucide-react/icons/sun-moon'
import { useNavigate } from 'react-router'
import { toggleTheme } from '#browser/theme.ts'
import { paths } from '#config/paths.ts'
import { useChooseLanguage } from '#features/site/use-choose-language.ts'
import { useSignOut } from '#features/site/use-sign-out.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export type Openers = { onFeedback: () => void; onShortcuts: () => void }

/** Commands that are available on every screen. */
export function useActions({ onFeedback, onShortcuts }: Openers): Command[] {
  const { t, language } = useTranslation()
  const chooseLanguage = useChooseLanguage()
  const signOut = useSignOut()
  const navigate = useNavigate()

  return [
    {
      id: 'new-project',
      label: t('commands.newProject'),
      icon: <Plus className="size-4" />,
      run: () => void navigate(`${paths.projects}?add=new`),
    },
    {
      id: 'link-project',
      label: t('commands.linkProject'),
      icon: <Link2 className="size-4" />,
      run: () => void navigate(`${paths.projects}?add=link`),
    },
    {
      id: 'theme',
      label: t('header.toggleTheme'),
      icon: <SunMoon className="size-4" />,
      run: toggleTheme,
    },
    ...LANGUAGES.filter((other) => other !== language).map((other) => ({
      id: `language-${other}`,
      label: LANGUAGE_NAMES[other],
      keywords: t('commands.language'),
      icon: <Languages className="size-4" />,
      run: () => void chooseLanguage(other),
    })),
    {
      id: 'feedback',
      label: t('header.feedback'),
      icon: <MessageSquare className="size-4" />,
      run: onFeedback,
    },
    {
      id: 'shortcuts',
      label: t('commands.shortcuts'),
      icon: <Keyboard className="size-4" />,
      keys: ['?'],
      run: onShortcuts,
    },
    {
      id: 'sign-out',
      label: t('header.signOut'),
      icon: <LogOut className="size-4" />,
      run: () => void signOut(),
    },
  ]
}
