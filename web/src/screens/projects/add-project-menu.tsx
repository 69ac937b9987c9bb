import { Button } from '@app/ui/button.tsx'
import { MenuAction } from '@app/ui/menu-items.tsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Link2 from 'lucide-react/icons/link-2'
import SquarePlus from 'lucide-react/icons/square-plus'
import { useTranslation } from '#i18n/language-provider.tsx'
import { MenuButton } from '#on-demand/menu-button.tsx'

type Props = { onLink: () => void; onStart: () => void }

export function AddProjectMenu({ onLink, onStart }: Props) {
  const { t } = useTranslation()

  return (
    <MenuButton
      trigger={
        <Button>
          {t('projects.add.label')}
          <ChevronDown aria-hidden="true" className="size-4" />
        </Button>
      }
    >
      <MenuAction onSelect={onLink}>
        <Link2 aria-hidden="true" className="size-4 text-ink-soft" />
        {t('projects.add.link')}
      </MenuAction>
      <MenuAction onSelect={onStart}>
        <SquarePlus aria-hidden="true" className="size-4 text-ink-soft" />
        {t('projects.add.start')}
      </MenuAction>
    </MenuButton>
  )
}
