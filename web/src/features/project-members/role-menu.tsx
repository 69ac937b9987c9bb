import { Button } from '@app/ui/button.tsx'
import { CheckIcon, ChevronDownIcon } from '@app/ui/icons.tsx'
import { MenuAction } from '@app/ui/menu-items.tsx'
import type { Role } from '#api/projects/projects.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { MenuButton } from '#on-demand/menu-button.tsx'
import { ROLE_WORDS } from './role-words.ts'

type Props = {
  role: Role
  label: string
  disabled: boolean
  onChange: (role: Role) => void
}

const CHOICES = ['editor', 'viewer'] as const

export function RoleMenu({ role, label, disabled, onChange }: Props) {
  const { t } = useTranslation()

  return (
    <MenuButton
      trigger={
        <Button
          variant="secondary"
          size="sm"
          disabled={disabled}
          aria-label={`${label}: ${t(ROLE_WORDS[role])}`}
        >
          {t(ROLE_WORDS[role])}
          <ChevronDownIcon className="size-4" />
        </Button>
      }
    >
      {CHOICES.map((choice) => (
        <MenuAction key={choice} onSelect={() => choice !== role && onChange(choice)}>
          <span className="flex-1">{t(ROLE_WORDS[choice])}</span>
          {choice === role && <CheckIcon className="size-4 text-accent" />}
        </MenuAction>
      ))}
    </MenuButton>
  )
}
