import { day, money, type Price } from '@app/platform/mail/layout/format.ts'
import type { Template } from '@app/platform/mail/layout/message.ts'
import type { SiteLink } from '@app/platform/mail/layout/site-link.ts'
import { words } from '@app/platform/mail/layout/words.ts'

const BILLING: SiteLink = { on: 'site', path: '/settings', query: { tab: 'billing' } }

export const subscriptionStarted: Template<{ plan: string; renewsOn: Date }> = {
  en: ({ plan, renewsOn }) => ({
    subject: words`Thank you: ${plan} is yours`,
    preview: words`Everything is switched on already.`,
    heading: words`Full steam ahead`,
    lines: [
      words`Thank you for choosing ${plan}. Everything in it is switched on already, here and in the extension.`,
      words`It renews on ${day('en', renewsOn)}. Invoices and cancelling are one click away.`,
    ],
    action: { label: words`See my plan`, link: BILLING },
    reason: 'account',
  }),
  es: ({ plan, renewsOn }) => ({
    subject: words`Gracias: ${plan} ya es tuyo`,
    preview: words`Todo está activado.`,
    heading: words`A toda máquina`,
    lines: [
      words`Gracias por elegir ${plan}. Todo lo que incluye ya está activado, aquí y en la extensión.`,
      words`Se renueva el ${day('es', renewsOn)}. Las facturas y la cancelación están a un clic.`,
    ],
    action: { label: words`Ver mi plan`, link: BILLING },
    reason: 'account',
  }),
}

export const subscriptionCancelled: Template<{ plan: string; endsOn: Date }> = {
  en: ({ plan, endsOn }) => ({
    subject: words`${plan} ends on ${day('en', endsOn)}`,
    preview: words`Until then nothing changes.`,
    heading: words`As you wish`,
    lines: [
      words`${plan} won’t renew. You keep all of it until ${day('en', endsOn)}; after that, your projects and the free features stay.`,
      words`You can change your mind until then.`,
    ],
    action: { label: words`Keep my plan`, link: BILLING },
    reason: 'account',
  }),
  es: ({ plan, endsOn }) => ({
    subject: words`${plan} termina el ${day('es', endsOn)}`,
    preview: words`Hasta entonces no cambia nada.`,
    heading: words`Como quieras`,
    lines: [
      words`${plan} no se renovará. Hasta el ${day('es', endsOn)} lo conservas entero; después se quedan tus proyectos y las funciones gratuitas.`,
      words`Hasta entonces puedes cambiar de idea.`,
    ],
    action: { label: words`Conservar mi plan`, link: BILLING },
    reason: 'account',
  }),
}

export const subscriptionEnded: Template<{ plan: string }> = {
  en: ({ plan }) => ({
    subject: words`${plan} has ended`,
    preview: words`Your projects are all still there.`,
    heading: words`Back to the free plan`,
    lines: [
      words`${plan} has ended. Your projects are all still there, and the free features are yours as before.`,
      words`You’re welcome back any time.`,
    ],
    action: { label: words`See the plans`, link: { on: 'site', path: '/pricing' } },
    reason: 'account',
  }),
  es: ({ plan }) => ({
    subject: words`${plan} ha terminado`,
    preview: words`Todos tus proyectos siguen ahí.`,
    heading: words`De vuelta al plan gratuito`,
    lines: [
      words`${plan} ha terminado. Todos tus proyectos siguen ahí y las funciones gratuitas son tuyas como antes.`,
      words`Puedes volver cuando quieras.`,
    ],
    action: { label: words`Ver los planes`, link: { on: 'site', path: '/pricing' } },
    reason: 'account',
  }),
}

export const paymentFailed: Template<{ plan: string; price: Price }> = {
  en: ({ plan, price }) => ({
    subject: words`Your payment for ${plan} didn’t go through`,
    preview: words`Your plan continues for now; please check your card.`,
    heading: words`The payment didn’t go through`,
    lines: [
      words`We couldn’t collect ${money('en', price)} for ${plan}. Often, a card has simply expired.`,
      words`Your plan continues for now, and we’ll try again over the next few days. With a working card, nothing stops.`,
    ],
    action: { label: words`Update my card`, link: BILLING },
    reason: 'account',
  }),
  es: ({ plan, price }) => ({
    subject: words`No se ha podido cobrar ${plan}`,
    preview: words`Tu plan sigue por ahora; revisa tu tarjeta.`,
    heading: words`El pago no ha salido adelante`,
    lines: [
      words`No hemos podido cobrar ${money('es', price)} por ${plan}. Muchas veces la tarjeta simplemente ha caducado.`,
      words`Tu plan sigue por ahora y volveremos a intentarlo en los próximos días. Con una tarjeta que funcione no se interrumpe nada.`,
    ],
    action: { label: words`Cambiar mi tarjeta`, link: BILLING },
    reason: 'account',
  }),
}
