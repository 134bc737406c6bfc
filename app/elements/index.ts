document.cookie = "js=1; path=/; max-age=31536000; samesite=lax";
