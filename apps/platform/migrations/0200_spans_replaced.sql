-- A span that Sonde recorded takes the place of one that an application reported under the same ids.
grant update on spans to sonde_app;
