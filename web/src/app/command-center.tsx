import {
  FolderGit2,
  Languages,
  LayoutDashboard,
  LogOut,
  MessageSquare,
  Settings,
  Shield,
  SunMoon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useMember } from '#api/session.ts'
import { paths } from '#config/paths.ts'
import { toggleTheme } from '#config/theme.ts'
import { useChooseLanguage } from '#features/site/use-choose-language.ts'
import { useSignOut } from '#features/site/use-sign-out.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { LANGUAGE_NAMES } from '#i18n/languages.ts'
import { type Command, CommandMenu } from '#ui/command-menu.tsx'

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onFeedback: () => void
}

export function CommandCenter({ isOpen, onOpenChange, onFeedback }: Props) {
  const { t } = useTranslation()
  const groups = [
    { value: t('commands.goTo'), items: usePlaces() },
    { value: t('commands.do'), items: useDeeds(onFeedback) },
  ]

  return (
    <CommandMenu
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      groups={groups}
      texts={{
        title: t('commands.title'),
        placeholder: t('commands.placeholder'),
        nothingFound: t('commands.nothingFound'),
        hint: t('commands.hint'),
        close: t('common.close'),
      }}
    />
  )
}

function usePlaces(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isAdmin = useMember().profile?.role === 'admin'
  const place = (path: string, label: string, sign: ReactNode): Command => ({
    id: path,
    label,
    sign,
    run: () => void navigate(path),
  })

  return [
    place(paths.dashboard, t('header.dashboard'), <LayoutDashboard className="size-4" />),
    place(paths.projects, t('header.projects'), <FolderGit2 className="size-4" />),
    place(paths.settings, t('header.settings'), <Settings className="size-4" />),
    ...(isAdmin ? [place(paths.admin, t('header.admin'), <Shield className="size-4" />)] : []),
  ]
}

function useDeeds(onFeedback: () => void): Command[] {
  const { t, language } = useTranslation()
  const chooseLanguage = useChooseLanguage()
  const signOut = useSignOut()
  const other = language === 'en' ? 'es' : 'en'

  return [
    {
      id: 'theme',
      label: t('header.toggleTheme'),
      sign: <SunMoon className="size-4" />,
      run: toggleTheme,
    },
    {
      id: 'language',
      label: LANGUAGE_NAMES[other],
      keywords: t('commands.language'),
      sign: <Languages className="size-4" />,
      run: () => void chooseLanguage(other),
    },
    {
      id: 'feedback',
      label: t('header.feedback'),
      sign: <MessageSquare className="size-4" />,
      run: onFeedback,
    },
    {
      id: 'sign-out',
      label: t('header.signOut'),
      sign: <LogOut className="size-4" />,
      run: () => void signOut(),
    },
  ]
}
