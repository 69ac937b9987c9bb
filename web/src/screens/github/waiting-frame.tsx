import { IconCircle } from '@app/ui/icon-circle.tsx'
import { PageMessage } from '@app/ui/page-message.tsx'
import type { ReactNode } from 'react'

type Props = { sign: ReactNode; title: string; lead: string; actions?: ReactNode }

/** A page between two redirects, whose status is announced to screen readers. */
export function WaitingFrame({ sign, title, lead, actions }: Props) {
  return (
    <div role="status" className="flex flex-1 flex-col">
      <PageMessage
        illustration={<IconCircle>{sign}</IconCircle>}
        title={title}
        lead={lead}
        actions={actions}
      />
    </div>
  )
}
