import { moment, span } from '@app/platform/mail/layout/format.ts'
import type { Template } from '@app/platform/mail/layout/message.ts'
import type { SiteLink } from '@app/platform/mail/layout/site-link.ts'
import { words } from '@app/platform/mail/layout/words.ts'

export const feedbackReceipt: Template<{ title: string | null }> = {
  en: ({ title }, product) => ({
    subject: words`Thank you for your feedback`,
    preview: words`A person will read it.`,
    heading: words`It has arrived`,
    lines: [
      title
        ? words`Thank you for writing to us about ${title}. A person will read it, not a machine.`
        : words`Thank you for writing to us. A person will read it, not a machine.`,
      words`That is how ${product} gets better. If we have a question, we’ll write to this address.`,
    ],
    reason: 'entered',
  }),
  es: ({ title }, product) => ({
    subject: words`Gracias por tu opinión`,
    preview: words`La leerá una persona.`,
    heading: words`Ha llegado`,
    lines: [
      title
        ? words`Gracias por escribirnos sobre ${title}. Lo leerá una persona, no una máquina.`
        : words`Gracias por escribirnos. Lo leerá una persona, no una máquina.`,
      words`Así es como mejora ${product}. Si tenemos alguna pregunta, te escribiremos a esta dirección.`,
    ],
    reason: 'entered',
  }),
}

export const accountDeleted: Template<{ at: Date }> = {
  en: ({ at }, product) => ({
    subject: words`Your ${product} account is deleted`,
    preview: words`Your account and everything in it are gone.`,
    heading: words`Your account is deleted`,
    lines: [
      words`On ${moment('en', at)} your ${product} account was deleted at your request, with your projects, tasks, settings and sign-ins. The connection to GitHub has ended, and a subscription with it.`,
      words`Your repositories on GitHub are untouched. What remains with us is the amount, day and number of each payment, without your name, because the law asks for the books.`,
    ],
    notes: [
      words`If you didn’t do this, write to support right away. This is the last mail you get from us.`,
    ],
    reason: 'account',
  }),
  es: ({ at }, product) => ({
    subject: words`Tu cuenta de ${product} se ha eliminado`,
    preview: words`Tu cuenta y todo lo que contenía ya no existen.`,
    heading: words`Tu cuenta se ha eliminado`,
    lines: [
      words`El ${moment('es', at)} se eliminó tu cuenta de ${product}, como pediste, junto con tus proyectos, tareas, ajustes e inicios de sesión. La conexión con GitHub ha terminado y, si tenías una suscripción, también.`,
      words`Tus repositorios de GitHub no se han tocado. Solo conservamos el importe, el día y el número de cada pago, sin tu nombre, porque la ley nos pide la contabilidad.`,
    ],
    notes: [
      words`¿No has sido tú? Escribe a soporte cuanto antes. Este es el último correo que te enviamos.`,
    ],
    reason: 'account',
  }),
}

export const exportReady: Template<{ link: SiteLink; validForS: number }> = {
  en: ({ link, validForS }, product) => ({
    subject: words`Your data is ready to download`,
    preview: words`Everything ${product} knows about you, in one file.`,
    heading: words`Your data, packed`,
    lines: [words`You asked for a copy of your data. It’s all in one file; sign in to get it.`],
    action: { label: words`Download my data`, link },
    notes: [
      words`The file stays there for ${span('en', validForS)}, then it’s deleted.`,
      words`If you didn’t ask for it, change your password: someone may be in your account.`,
    ],
    reason: 'account',
  }),
  es: ({ link, validForS }, product) => ({
    subject: words`Tus datos están listos para descargar`,
    preview: words`Todo lo que ${product} sabe de ti, en un archivo.`,
    heading: words`Tus datos, empaquetados`,
    lines: [
      words`Has pedido una copia de tus datos. Está todo en un archivo; entra en tu cuenta para recogerlo.`,
    ],
    action: { label: words`Descargar mis datos`, link },
    notes: [
      words`El archivo estará ahí durante ${span('es', validForS)} y luego se borrará.`,
      words`¿No lo has pedido? Cambia tu contraseña: puede que alguien haya entrado en tu cuenta.`,
    ],
    reason: 'account',
  }),
}
