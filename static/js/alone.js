// Starts the behaviours of a page that has no settings to follow.
"use strict";

for (const start of Walkthrough.parts) start();
