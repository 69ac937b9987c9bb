document.querySelector('form[data-submit]')?.requestSubmit()
