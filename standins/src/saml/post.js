document.querySelector('form[data-post]')?.requestSubmit()
